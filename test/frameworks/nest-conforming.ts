import type { Server } from 'node:http';
import {
  BadRequestException,
  Catch,
  HttpException,
  Injectable,
  Module,
  UnauthorizedException,
  ValidationPipe,
  type ArgumentsHost,
  type CanActivate,
  type ExceptionFilter,
  type ExecutionContext,
  type PipeTransform,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { ThrottlerGuard, ThrottlerModule, type ThrottlerLimitDetail } from '@nestjs/throttler';
import { IsString, ValidateIf } from 'class-validator';
import type { Request, Response } from 'express';
import { errorBody } from '../limiters/catalogue.ts';
import { callerOf, isValid } from '../limiters/real-key.ts';
import { LIMIT, WINDOW_MS } from './categories.ts';
import { categoriesController } from './nest-categories.ts';

class NewCategoryDto {
  declare readonly name: string;
  declare readonly description?: string;
}
IsString()(NewCategoryDto.prototype, 'name');
// IsOptional() lets null pass as well.
ValidateIf((_dto, value) => value !== undefined)(NewCategoryDto.prototype, 'description');
IsString()(NewCategoryDto.prototype, 'description');

class KeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (isValid(headers.authorization)) return true;
    context.switchToHttp().getResponse<Response>().set('WWW-Authenticate', 'Bearer');
    throw new UnauthorizedException();
  }
}
Injectable()(KeyGuard);

/** One count for all methods of a key, the fields on refusals as well, and the reset as a Unix time. */
class KeyThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker({ headers }: Request): Promise<string> {
    return callerOf(headers.authorization);
  }

  protected override generateKey(_context: ExecutionContext, tracker: string): string {
    return tracker;
  }

  protected override setResponseHeader(response: Response, name: string, value: string | number): void {
    const isReset = name === 'X-RateLimit-Reset';
    response.set(name, String(isReset ? Math.ceil(Date.now() / 1000) + Number(value) : value));
  }

  protected override async throwThrottlingException(
    context: ExecutionContext,
    detail: ThrottlerLimitDetail,
  ): Promise<void> {
    const { res: response } = this.getRequestResponse(context);
    const fields = { Limit: detail.limit, Remaining: 0, Reset: detail.timeToBlockExpire };
    for (const [name, value] of Object.entries(fields)) {
      this.setResponseHeader(response as Response, `X-RateLimit-${name}`, value);
    }
    await super.throwThrottlingException(context, detail);
  }
}

/**
 * Bodies arrive as text and are parsed after the guards: the parser of the platform refuses them before any limit. Only
 * documented members go on to the ValidationPipe, which fails at a body that is nested too deep.
 */
const parseBody: PipeTransform<unknown> = {
  transform: (text) => {
    try {
      const { name, description } = JSON.parse(String(text)) as NewCategoryDto;
      return { name, description };
    } catch {
      throw new BadRequestException();
    }
  },
};

class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const status = error instanceof HttpException ? error.getStatus() : 500;
    host.switchToHttp().getResponse<Response>().status(status).json(errorBody(status));
  }
}
Catch()(ErrorFilter);

// oxlint-disable-next-line no-extraneous-class -- NestJS has its modules like this
class AppModule {}
Module({
  imports: [ThrottlerModule.forRoot([{ ttl: WINDOW_MS, limit: LIMIT }])],
  controllers: [categoriesController(NewCategoryDto, parseBody, new ValidationPipe())],
  providers: [
    { provide: APP_GUARD, useClass: KeyThrottlerGuard },
    { provide: APP_GUARD, useClass: KeyGuard },
  ],
})(AppModule);

/** The same service, with one count for a key, the body after the limit, and errors in the documented shape. */
export async function nestConforming(): Promise<Server> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    logger: false,
    bodyParser: false,
  });
  app.useBodyParser('text', { type: 'application/json' });
  app.setGlobalPrefix('v1');
  app.useGlobalFilters(new ErrorFilter());
  await app.init();
  return app.getHttpServer();
}
