import { faulty, type FaultyMember } from '../member.ts';
import type { Traits } from '../traits.ts';
import {
  altering,
  both,
  changingMembers,
  html,
  onError,
  onMethod,
  onStatus,
  raw,
  replacing,
  reshaping,
  without,
  type Condition,
} from './changes.ts';

const on400 = onStatus(400);
const on401 = onStatus(401);

/** Sets one member of the Error. */
const setting = (condition: Condition, member: string, value: unknown): Traits['alter'] =>
  changingMembers(condition, (members) => ({ ...members, [member]: value }));

const dropping = (condition: Condition, ...members: readonly string[]): Traits['alter'] =>
  changingMembers(condition, (error) => without(error, ...members));

const renaming = (condition: Condition, from: string, to: string): Traits['alter'] =>
  changingMembers(condition, (error) => ({ ...without(error, from), [to]: error[from] }));

const missingName: Condition = (answer, call) =>
  answer.status === 400 && call.body.toString() !== '' && !call.body.includes('"name"');

export const errorFaults: readonly FaultyMember[] = faulty('errors', [
  {
    name: 'error-wrapped',
    clauses: ['7.1-error-object'],
    title: 'the Error is wrapped in "error"',
    traits: { alter: reshaping(onError, (error) => ({ error })) },
  },
  {
    name: 'error-wrapped-on-401',
    clauses: ['5.3-error-body', '4.1-answer-401'],
    title: 'only the Error of a 401 is wrapped',
    subtle: true,
    traits: { alter: reshaping(on401, (error) => ({ error })) },
  },
  {
    name: 'error-wrapped-on-400',
    clauses: ['7.1-error-object', '4.2-answer-400'],
    title: 'only the Error of a 400 is wrapped',
    subtle: true,
    traits: { alter: reshaping(on400, (error) => ({ error })) },
  },
  {
    name: 'error-in-list',
    clauses: ['7.1-error-object'],
    title: 'a list of Errors',
    traits: { alter: reshaping(onError, (error) => [error]) },
  },
  {
    name: 'error-in-errors',
    clauses: ['7.1-error-object'],
    title: 'a member "errors" with a list of Errors',
    traits: { alter: reshaping(on400, (error) => ({ errors: [error] })) },
  },
  {
    name: 'error-encoded-twice',
    clauses: ['7.1-error-object'],
    title: 'the Error is a JSON string that holds JSON',
    traits: { alter: reshaping(onError, (error) => JSON.stringify(error)) },
  },
  {
    name: 'error-of-framework',
    clauses: ['7.1-error-object'],
    title: 'statusCode, error and message, as frameworks have it',
    traits: {
      alter: changingMembers(onError, (error) => ({
        statusCode: error['status'],
        error: error['code'],
        message: error['message'],
      })),
    },
  },
  {
    name: 'error-problem-details',
    clauses: ['7.1-error-object'],
    title: 'problem details of RFC 9457',
    traits: {
      alter: replacing(onError, () =>
        raw('application/problem+json', '{"type":"about:blank","title":"No","status":400}'),
      ),
    },
  },
  {
    name: 'error-problem-type',
    clauses: ['1-response-media-type', '7.1-error-object'],
    title: 'the right Error as application/problem+json',
    subtle: true,
    traits: { alter: replacing(onError, (text) => raw('application/problem+json', text)) },
  },
  {
    name: 'error-html',
    clauses: ['7.1-error-object'],
    title: 'an HTML page for every refusal',
    traits: { alter: replacing(onError, () => html('Something went wrong')) },
  },
  {
    name: 'error-html-on-400',
    clauses: ['7.1-error-object', '4.2-answer-400'],
    title: 'an HTML page for a 400',
    traits: { alter: replacing(on400, () => html('Bad Request')) },
  },
  {
    name: 'error-json-as-html',
    clauses: ['1-response-media-type', '7.1-error-object'],
    title: 'the right Error as text/html',
    traits: { alter: replacing(onError, (text) => raw('text/html; charset=utf-8', text)) },
  },
  {
    name: 'error-json-as-text-on-400',
    clauses: ['1-response-media-type', '4.2-answer-400'],
    title: 'the right Error of a 400 as text/plain',
    subtle: true,
    traits: { alter: replacing(on400, (text) => raw('text/plain; charset=utf-8', text)) },
  },
  {
    name: 'error-json-as-text-on-list',
    clauses: ['1-response-media-type', '4.1-answer-401'],
    title: 'the right Error to a list as text/plain',
    subtle: true,
    traits: { alter: replacing(both(on401, onMethod('GET')), (text) => raw('text/plain', text)) },
  },
  {
    name: 'error-without-type',
    clauses: ['1-response-media-type', '7.1-error-object'],
    title: 'the right Error without a Content-Type',
    traits: { alter: replacing(onError, (text) => raw(undefined, text)) },
  },
  {
    name: 'error-plain-text',
    clauses: ['7.1-error-object'],
    title: 'a plain text for every refusal',
    traits: { alter: replacing(onError, () => raw('text/plain', 'That did not work.')) },
  },
  {
    name: 'error-empty-on-400',
    clauses: ['7.1-error-object', '4.2-answer-400'],
    title: 'no body for a 400',
    traits: { alter: replacing(on400, () => ({ kind: 'none' })) },
  },
  {
    name: 'error-empty-on-create',
    clauses: ['5.3-error-body', '4.2-answer-401'],
    title: 'no body for a 401 to a request to create',
    subtle: true,
    traits: { alter: replacing(both(on401, onMethod('POST')), () => ({ kind: 'none' })) },
  },
  {
    name: 'error-cut-off',
    clauses: ['7.1-error-object'],
    title: 'JSON that ends too early',
    traits: { alter: replacing(on400, (text) => raw('application/json', text.slice(0, -1))) },
  },
  {
    name: 'error-single-quotes',
    clauses: ['1-http-and-json', '7.1-error-object'],
    title: 'an Error in single quotes',
    traits: { alter: replacing(onError, (text) => raw('application/json', text.replaceAll('"', "'"))) },
  },
  {
    name: 'error-sent-twice',
    clauses: ['7.1-error-object'],
    title: 'the Error, and the one of the next handler behind it',
    subtle: true,
    traits: { alter: replacing(on400, (text) => raw('application/json', text + text)) },
  },
  {
    name: 'code-missing',
    clauses: ['2-error-code'],
    title: 'no code',
    traits: { alter: dropping(onError, 'code') },
  },
  {
    name: 'code-missing-on-create-401',
    clauses: ['2-error-code'],
    title: 'no code in a 401 to a request to create',
    subtle: true,
    traits: { alter: dropping(both(on401, onMethod('POST')), 'code') },
  },
  {
    name: 'code-missing-on-400',
    clauses: ['2-error-code'],
    title: 'no code in a 400',
    subtle: true,
    traits: { alter: dropping(on400, 'code') },
  },
  {
    name: 'message-missing',
    clauses: ['2-error-message'],
    title: 'no message',
    traits: { alter: dropping(onError, 'message') },
  },
  {
    name: 'message-missing-on-missing-name',
    clauses: ['2-error-message'],
    title: 'no message when the name is missing',
    subtle: true,
    traits: { alter: dropping(missingName, 'message') },
  },
  {
    name: 'message-missing-on-401',
    clauses: ['2-error-message'],
    title: 'no message in a 401',
    subtle: true,
    traits: { alter: dropping(on401, 'message') },
  },
  {
    name: 'status-missing',
    clauses: ['2-error-status'],
    title: 'no status',
    traits: { alter: dropping(onError, 'status') },
  },
  {
    name: 'status-missing-on-list-401',
    clauses: ['2-error-status'],
    title: 'no status in a 401 to a list',
    subtle: true,
    traits: { alter: dropping(both(on401, onMethod('GET')), 'status') },
  },
  {
    name: 'all-but-message-missing',
    clauses: ['2-error-code', '2-error-status'],
    title: 'a message alone',
    traits: { alter: dropping(onError, 'code', 'status') },
  },
  {
    name: 'status-as-string',
    clauses: ['2-error-status'],
    title: 'status is a string',
    traits: { alter: changingMembers(onError, (error) => ({ ...error, status: String(error['status']) })) },
  },
  {
    name: 'status-as-string-on-400',
    clauses: ['2-error-status'],
    title: 'status is a string in a 400',
    subtle: true,
    traits: { alter: setting(on400, 'status', '400') },
  },
  {
    name: 'status-as-word',
    clauses: ['2-error-status'],
    title: 'status is "error"',
    traits: { alter: setting(onError, 'status', 'error') },
  },
  {
    name: 'status-phrase',
    clauses: ['2-error-status'],
    title: 'status is the reason phrase of a 401',
    traits: { alter: setting(on401, 'status', 'Unauthorized') },
  },
  {
    name: 'status-zero',
    clauses: ['2-error-status'],
    title: 'status is 0',
    traits: { alter: setting(onError, 'status', 0) },
  },
  {
    name: 'status-always-500',
    clauses: ['2-error-status'],
    title: 'status is 500 whatever the answer',
    traits: { alter: setting(onError, 'status', 500) },
  },
  {
    name: 'status-400-in-401',
    clauses: ['2-error-status'],
    title: 'status is 400 in a 401',
    traits: { alter: setting(on401, 'status', 400) },
  },
  {
    name: 'status-422-in-400',
    clauses: ['2-error-status'],
    title: 'status is 422 in a 400',
    subtle: true,
    traits: { alter: setting(on400, 'status', 422) },
  },
  {
    name: 'status-403-in-wrong-key',
    clauses: ['2-error-status'],
    title: 'status is 403 in the 401 for a wrong key',
    subtle: true,
    traits: {
      alter: setting((answer, call) => answer.status === 401 && call.credential === 'invalid', 'status', 403),
    },
  },
  {
    name: 'status-null',
    clauses: ['2-error-status'],
    title: 'status is null',
    traits: { alter: setting(onError, 'status', null) },
  },
  {
    name: 'status-fraction',
    clauses: ['2-error-status'],
    title: 'status is 400.1, with a part of its own',
    traits: { alter: setting(on400, 'status', 400.1) },
  },
  {
    name: 'code-number',
    clauses: ['2-error-code'],
    title: 'code is a number',
    traits: { alter: setting(onError, 'code', 1001) },
  },
  {
    name: 'code-number-on-401',
    clauses: ['2-error-code'],
    title: 'code is a number in a 401',
    subtle: true,
    traits: { alter: setting(on401, 'code', 401) },
  },
  {
    name: 'code-null',
    clauses: ['2-error-code'],
    title: 'code is null',
    traits: { alter: setting(onError, 'code', null) },
  },
  {
    name: 'code-named-error-code',
    clauses: ['2-error-code'],
    title: 'code is named errorCode',
    traits: { alter: renaming(onError, 'code', 'errorCode') },
  },
  {
    name: 'message-null',
    clauses: ['2-error-message'],
    title: 'message is null',
    traits: { alter: setting(onError, 'message', null) },
  },
  {
    name: 'message-null-on-create',
    clauses: ['2-error-message'],
    title: 'message is null in a 401 to a request to create',
    subtle: true,
    traits: { alter: setting(both(on401, onMethod('POST')), 'message', null) },
  },
  {
    name: 'message-list',
    clauses: ['2-error-message'],
    title: 'message is a list of complaints in a 400',
    traits: { alter: setting(on400, 'message', ['name must be a string', 'name should not be empty']) },
  },
  {
    name: 'message-object',
    clauses: ['2-error-message'],
    title: 'message is an object by member in a 400',
    traits: { alter: setting(on400, 'message', { name: ['is required'] }) },
  },
  {
    name: 'message-named-detail',
    clauses: ['2-error-message'],
    title: 'message is named detail',
    traits: { alter: renaming(onError, 'message', 'detail') },
  },
  {
    name: 'members-capitalised',
    clauses: ['2-error-code', '2-error-message', '2-error-status'],
    title: 'Code, Message and Status',
    traits: {
      alter: changingMembers(onError, (error) => ({
        Code: error['code'],
        Message: error['message'],
        Status: error['status'],
      })),
    },
  },
  {
    name: 'error-null',
    clauses: ['5.3-error-body', '7.1-error-object'],
    title: 'null as the body of a 401',
    traits: { alter: reshaping(on401, () => null) },
  },
  {
    name: 'error-empty-object',
    clauses: ['7.1-error-object', '4.2-answer-400'],
    title: 'an empty object as the body of a 400',
    traits: { alter: reshaping(on400, () => ({})) },
  },
  {
    name: 'error-message-only-string',
    clauses: ['7.1-error-object'],
    title: 'the message alone as a JSON string',
    traits: { alter: changingMembers(onError, (error) => error['message']) },
  },
  {
    name: 'error-html-without-body-type',
    clauses: ['7.1-error-object'],
    title: 'HTML for a 400 to JSON types, declared as JSON',
    traits: {
      alter: altering(on400, (answer) => ({
        ...answer,
        content: raw('application/json', '<h1>Bad Request</h1>'),
      })),
    },
  },
]);
