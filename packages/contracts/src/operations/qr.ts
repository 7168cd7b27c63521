import { z } from 'zod';
import { uuid } from '../fields.ts';
import {
  code,
  codeInput,
  codeList,
  codeRun,
  codeStyle,
  imageQuery,
  printedSheets,
  qrCode,
  runInput,
  sheet,
  sheetInput,
  sheetMade,
  styleInput,
} from '../qr.ts';
import { empty, json, operations, redirect, tagged } from './operation.ts';

/** Common settings of an owner's code operations. */
const members = { who: 'signed-in', isSlow: true, needs: 'menu.write' } as const;

/** Any text is accepted; an invalid id gives not-found. */
const codeParams = { id: z.string() };
const sheetParams = { id: uuid };

const page = (what: string) => ({ what, type: 'text/html' });

export const qrOperations = operations('qr', {
  getMainCode: {
    ...members,
    method: 'GET',
    path: '/api/qr-code',
    summary: "The menu's main code as an image",
    answers: { 200: json('The image, and the menu that it opens.', qrCode) },
    problems: ['not-found'],
  },
  listCodes: {
    ...members,
    method: 'GET',
    path: '/api/qr-codes',
    summary: 'All codes and their style',
    answers: { 200: json('The codes, the main one first.', codeList) },
  },
  addCode: {
    ...members,
    method: 'POST',
    path: '/api/qr-codes',
    summary: 'Add a code',
    acceptsIdempotencyKey: true,
    body: codeInput,
    answers: { 201: json('The code.', code) },
    problems: ['conflict', 'quota-reached'],
  },
  addCodeRun: {
    ...members,
    method: 'POST',
    path: '/api/qr-codes/run',
    summary: 'Add a numbered set of codes. All or none',
    acceptsIdempotencyKey: true,
    body: runInput,
    answers: { 201: json('The codes.', codeRun) },
    problems: ['conflict', 'quota-reached'],
  },
  renameCode: {
    ...members,
    method: 'PUT',
    path: '/api/qr-codes/{id}',
    summary: 'Rename a code. Prints keep working',
    acceptsIfMatch: true,
    params: codeParams,
    body: codeInput,
    answers: { 200: tagged('The code.', code) },
    problems: ['conflict'],
  },
  retireCode: {
    ...members,
    method: 'DELETE',
    path: '/api/qr-codes/{id}',
    summary: 'Retire a code. Prints keep leading to the menu',
    params: codeParams,
    answers: { 204: empty('Retired.') },
    problems: ['conflict'],
  },
  getCodeImage: {
    ...members,
    method: 'GET',
    path: '/api/qr-codes/{id}/image',
    summary: 'Download a code for printing',
    params: codeParams,
    query: imageQuery,
    answers: { 200: { what: 'The file.', type: ['image/png', 'image/svg+xml'] } },
    problems: ['validation-failed'],
  },
  getCodeStyle: {
    ...members,
    method: 'GET',
    path: '/api/qr-codes/style',
    summary: 'The style of the codes',
    answers: { 200: tagged('The style.', codeStyle) },
  },
  changeCodeStyle: {
    ...members,
    method: 'PUT',
    path: '/api/qr-codes/style',
    summary: 'Change the style of the codes. Styles that phones cannot read are rejected',
    acceptsIfMatch: true,
    body: styleInput,
    answers: { 200: tagged('The updated style.', codeStyle) },
  },
  makeSheet: {
    ...members,
    method: 'POST',
    path: '/api/qr-codes/sheets',
    limit: 'sheets',
    summary: 'Start a print sheet of many codes',
    body: sheetInput,
    answers: { 202: json('The sheet has started. Repeating the same request returns the same sheet.', sheetMade) },
  },
  listSheets: {
    ...members,
    method: 'GET',
    path: '/api/qr-codes/sheets',
    limit: 'sheets',
    summary: 'The newest printed sheets, and what changed on the menu since',
    answers: { 200: json('The sheets, newest first.', printedSheets) },
  },
  getSheet: {
    ...members,
    method: 'GET',
    path: '/api/qr-codes/sheets/{id}',
    summary: 'Progress of a sheet',
    params: sheetParams,
    answers: { 200: json('Its progress.', sheet) },
    problems: ['validation-failed'],
  },
  getSheetFile: {
    ...members,
    method: 'GET',
    path: '/api/qr-codes/sheets/{id}/file',
    summary: 'Download a finished sheet. Available for a day',
    params: sheetParams,
    answers: { 200: { what: 'The file.', type: ['application/pdf', 'application/zip'] } },
    problems: ['validation-failed'],
  },
  followCode: {
    method: 'GET',
    path: '/q/{id}',
    who: 'anyone',
    limit: 'codes',
    summary: 'Redirect from a printed code, and count the scan',
    params: codeParams,
    query: z.object({
      p: z.string().optional().catch(undefined).describe("The menu's version when the code was printed."),
    }),
    answers: {
      302: redirect('To the menu.'),
      308: redirect('The address in lower case.'),
      404: page('A page that says that the code is not in use.'),
      503: page('A page that says to try again in a moment.'),
    },
  },
});
