import { describe, expect, it } from 'vitest';
import { type Answered, disagreements } from './agreed-answers.ts';

const category = { id: 1, name: 'Pizza', description: null, isActive: true };
const problem = {
  type: 'urn:tavola:problem:not-found',
  title: 'Not found',
  status: 404,
  detail: 'The category was not found.',
  requestId: 'a-request',
};
const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json; charset=utf-8';

const answered = (body: unknown, more: Partial<Answered> = {}): Answered => ({
  method: 'PUT',
  path: '/api/categories/1?x=y',
  status: 200,
  contentType: JSON_TYPE,
  text: typeof body === 'string' ? body : JSON.stringify(body),
  ...more,
});
const refused = (body: object, more: Partial<Answered> = {}) =>
  answered(body, { status: 404, contentType: PROBLEM_TYPE, ...more });

describe('a response that matches the contract', () => {
  it.each([
    ['a body that fits', answered(category)],
    ['a list', answered([category, category], { method: 'GET', path: '/api/categories' })],
    ['a problem that the operation can have', refused(problem)],
    ['no body', answered('', { method: 'DELETE', status: 204, contentType: null })],
    ['no body to a HEAD', answered('', { method: 'HEAD', path: '/api/categories' })],
    [
      'a stream',
      { method: 'GET', path: '/api/public/menu/demo/events', status: 200, contentType: 'text/event-stream' },
    ],
    ['a problem at an address that is none', refused(problem, { path: '/api/nothing' })],
    ['what neighbours are told', answered({ any: 'thing' }, { method: 'GET', path: '/internal/stats' })],
    ['what Express says to OPTIONS', answered('PUT', { method: 'OPTIONS', contentType: 'text/html' })],
  ])('is %s', (_what, answer) => {
    expect(disagreements(answer)).toEqual([]);
  });
});

describe('a response that does not', () => {
  it.each([
    ['a field too many', answered({ ...category, version: 3 }), /version/],
    ['a body that is no JSON', answered('{'), /body/],
    ['a status that is not listed', answered(category, { status: 201 }), /status 201/],
    ['a problem that the operation can’t have', refused({ ...problem, type: 'urn:tavola:problem:slug-taken' }), /type/],
    ['a problem with a field too many', refused({ ...problem, stack: 'x' }), /stack/],
    ['a problem as plain JSON', refused(problem, { contentType: JSON_TYPE }), /content type application\/json/],
    ['another content type', answered(category, { contentType: 'text/html' }), /content type text\/html/],
    ['a body where there is none', answered('x', { method: 'DELETE', status: 204, contentType: null }), /has a body/],
    ['a success that is in no table', answered({}, { path: '/api/nothing' }), /no table/],
    [
      'a page at an address that is none',
      answered('<p>', { path: '/api/nothing', status: 404, contentType: 'text/html' }),
      /content type/,
    ],
  ])('has %s', (_what, answer, said) => {
    expect(disagreements(answer).join('\n')).toMatch(said);
  });
});
