import type { Server } from 'node:http';
import {
  Injectable,
  Module,
  UnauthorizedException,
  ValidationPipe,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';
import { IsOptional, IsString } from 'class-validator';
import type { Request } from 'express';
import { REAL_KEY } from '../limiters/real-key.ts';
import { LIMIT, WINDOW_MS } from './categories.ts';
import { categoriesController } from './nest-categories.ts';

class NewCategoryDto {
  declare readonly name: string;
  declare readonly description?: string;
}
IsString()(NewCategoryDto.prototype, 'name');
IsOptional()(NewCategoryDto.prototype, 'description');
IsString()(NewCategoryDto.prototype, 'description');

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.get('authorization') === `Bearer ${REAL_KEY}`) return true;
    throw new UnauthorizedException();
  }
}
Injectable()(KeyGuard);

// oxlint-disable-next-line no-extraneous-class -- NestJS has its modules like this
class AppModule {}
Module({
  imports: [ThrottlerModule.forRoot([{ ttl: WINDOW_MS, limit: LIMIT }])],
  controllers: [categoriesController(NewCategoryDto)],
  providers: [
    { provide: APP_GUARD, useClass: ThrottlerGuard },
    { provide: APP_GUARD, useClass: KeyGuard },
  ],
})(AppModule);

/** NestJS as its documentation shows it: a DTO, the ValidationPipe, a guard, and \@nestjs/throttler. */
export async function nestPlain(): Promise<Server> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: false });
  app.setGlobalPrefix('v1');
  app.useGlobalPipes(new ValidationPipe());
  await app.init();
  return app.getHttpServer();
}
