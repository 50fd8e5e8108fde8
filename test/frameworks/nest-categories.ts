// oxlint-disable-next-line import/no-unassigned-import -- it adds to Reflect
import 'reflect-metadata';
import { Body, Controller, Get, Post, type PipeTransform, type Type } from '@nestjs/common';
import { seed, type Category } from './categories.ts';

type NewCategory = Omit<Category, 'id'>;

/** Applies decorators to a method as a compiler would: Node takes no decorator syntax. */
function decorateMethod(
  { prototype }: Type,
  name: string,
  parameterTypes: readonly unknown[],
  decorators: readonly MethodDecorator[],
): void {
  const property = Object.getOwnPropertyDescriptor(prototype, name);
  if (property === undefined) throw new Error(`no method ${name}`);
  Reflect.defineMetadata('design:paramtypes', parameterTypes, prototype as object, name);
  Reflect.decorate([...decorators], prototype as object, name, property);
}

/** The controller of the categories. `Dto`: the class that the ValidationPipe checks bodies against. */
export function categoriesController(Dto: Type<NewCategory>, ...bodyPipes: readonly PipeTransform[]): Type {
  class CategoriesController {
    readonly #categories = seed();

    list(): readonly Category[] {
      return this.#categories;
    }

    create({ name, description }: NewCategory): Category {
      const category: Category = { id: this.#categories.length + 1, name, description };
      this.#categories.push(category);
      return category;
    }
  }
  decorateMethod(CategoriesController, 'list', [], [Get()]);
  Body(...bodyPipes)(CategoriesController.prototype, 'create', 0);
  decorateMethod(CategoriesController, 'create', [Dto], [Post()]);
  Controller('categories')(CategoriesController);
  return CategoriesController;
}
