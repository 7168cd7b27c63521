import { z } from 'zod';
import {
  ASSISTANT_TIMEOUT_MS,
  assistantState,
  changeInput,
  dishInput,
  PHOTO_TYPES,
  photoMenu,
  suggestedDish,
  suggestedRules,
  suggestedTexts,
  translationsInput,
} from '../assistant.ts';
import { availability, availabilityInput } from '../availability.ts';
import { dayparts, daypartsInput } from '../dayparts.ts';
import { confirmedDraft, draftInput } from '../drafts.ts';
import { idParam } from '../fields.ts';
import { changeParam, history, historyQuery, putBackChange } from '../history.ts';
import { languageParam } from '../languages.ts';
import { category, categoryChange, menuItem, menuItemChange, newCategory, newMenuItem, newOrder } from '../menu.ts';
import { menuTranslationChanges, menuTranslations } from '../translations.ts';
import { empty, json, operations, tagged } from './operation.ts';

/** Common settings of an owner's menu operations. */
const owners = { service: 'menu', who: 'signed-in', requiresTenant: true } as const;

/** Common settings of what asks the AI. The service itself gives up a little earlier than the gateway. */
const askers = {
  ...owners,
  gatewayPrefix: '/api/assistant/',
  isSlow: true,
  timeoutMs: ASSISTANT_TIMEOUT_MS + 5_000,
  limit: 'assistant',
} as const;

const params = { id: idParam };
const inLanguage = { lang: languageParam };

export const menuOperations = operations({
  listCategories: {
    ...owners,
    method: 'GET',
    path: '/api/categories',
    summary: 'All categories, in the order of the menu',
    answers: { 200: json('The categories.', z.array(category)) },
  },
  addCategory: {
    ...owners,
    method: 'POST',
    path: '/api/categories',
    summary: 'Add a category at the end',
    acceptsIdempotencyKey: true,
    body: newCategory,
    answers: { 201: tagged('The category as it was added.', category) },
    problems: ['quota-reached'],
  },
  orderCategories: {
    ...owners,
    method: 'PUT',
    path: '/api/categories/order',
    summary: 'Reorder categories',
    body: newOrder,
    answers: { 200: json('All categories, in their new order.', z.array(category)) },
  },
  changeCategory: {
    ...owners,
    method: 'PUT',
    path: '/api/categories/{id}',
    summary: 'Change a category. Omitted fields stay',
    params,
    acceptsIfMatch: true,
    body: categoryChange,
    answers: { 200: tagged('The category as it is now.', category) },
    problems: ['quota-reached'],
  },
  deleteCategory: {
    ...owners,
    method: 'DELETE',
    path: '/api/categories/{id}',
    summary: 'Delete a category. Its items stay, without a category',
    params,
    acceptsIfMatch: true,
    answers: { 204: empty('Deleted.') },
    problems: ['validation-failed'],
  },
  listItems: {
    ...owners,
    method: 'GET',
    path: '/api/menu-items',
    summary: 'All items, in the order of the menu',
    answers: { 200: json('The items.', z.array(menuItem)) },
  },
  addItem: {
    ...owners,
    method: 'POST',
    path: '/api/menu-items',
    summary: 'Add an item at the end',
    acceptsIdempotencyKey: true,
    body: newMenuItem,
    answers: { 201: tagged('The item as it was added.', menuItem) },
    problems: ['quota-reached'],
  },
  orderItems: {
    ...owners,
    method: 'PUT',
    path: '/api/menu-items/order',
    summary: 'Reorder items',
    body: newOrder,
    answers: { 200: json('All items, in their new order.', z.array(menuItem)) },
  },
  changeItem: {
    ...owners,
    method: 'PUT',
    path: '/api/menu-items/{id}',
    summary: 'Change an item. Omitted fields stay',
    params,
    acceptsIfMatch: true,
    body: menuItemChange,
    answers: { 200: tagged('The item as it is now.', menuItem) },
    problems: ['quota-reached'],
  },
  changeAvailability: {
    ...owners,
    method: 'PUT',
    path: '/api/availability',
    summary: 'Mark items as sold out, for a time or until further notice, or as available. All of them, or none',
    body: availabilityInput,
    answers: { 200: json('What is true of the items now.', availability) },
    problems: ['not-found'],
  },
  deleteItem: {
    ...owners,
    method: 'DELETE',
    path: '/api/menu-items/{id}',
    summary: 'Delete an item',
    params,
    acceptsIfMatch: true,
    answers: { 204: empty('Deleted.') },
    problems: ['validation-failed'],
  },
  confirmDraft: {
    ...owners,
    method: 'POST',
    path: '/api/menu-drafts',
    isSlow: true,
    limit: 'drafts',
    summary: 'Add, change and remove many items at once. All of it is done, or nothing',
    acceptsIdempotencyKey: true,
    body: draftInput,
    answers: { 200: json('What was done.', confirmedDraft) },
    problems: ['not-found', 'changed-meanwhile', 'quota-reached'],
  },
  listDayparts: {
    ...owners,
    method: 'GET',
    path: '/api/dayparts',
    summary: 'The dayparts, such as lunch or happy hour, in their order',
    answers: { 200: tagged('The dayparts.', dayparts) },
  },
  changeDayparts: {
    ...owners,
    method: 'PUT',
    path: '/api/dayparts',
    summary:
      'Replace the dayparts. Those that are not named are deleted: categories, items and offers name them no longer',
    acceptsIfMatch: true,
    body: daypartsInput,
    answers: { 200: tagged('The dayparts as they are now.', dayparts) },
    problems: ['not-found', 'quota-reached'],
  },
  listTranslations: {
    ...owners,
    method: 'GET',
    path: '/api/translations/{lang}',
    summary: 'All texts of the menu, with their translations into a language',
    params: inLanguage,
    answers: { 200: json('The texts, in the order of the menu.', menuTranslations) },
    problems: ['validation-failed'],
  },
  changeTranslations: {
    ...owners,
    method: 'PUT',
    path: '/api/translations/{lang}',
    summary: 'Set or remove translations. Omitted ones stay',
    params: inLanguage,
    body: menuTranslationChanges,
    answers: { 200: json('The texts that were named.', menuTranslations) },
    problems: ['quota-reached'],
  },
  listChanges: {
    ...owners,
    method: 'GET',
    path: '/api/history',
    summary: 'The history of the menu: what was changed and by whom, page by page; or the first changes of one draft',
    query: historyQuery,
    answers: { 200: json('One page of changes, newest first.', history) },
    problems: ['validation-failed'],
  },
  putBack: {
    ...owners,
    method: 'POST',
    path: '/api/history/{id}/put-back',
    isSlow: true,
    summary:
      'Undo a change, if its result is still in place. Of a draft, all that is still as the draft left it is undone',
    params: { id: changeParam },
    acceptsIdempotencyKey: true,
    answers: { 200: json('The change that undid it.', putBackChange) },
    problems: ['validation-failed', 'changed-meanwhile', 'quota-reached'],
  },
  getAssistant: {
    ...owners,
    method: 'GET',
    path: '/api/assistant',
    summary: 'Whether an AI is set up',
    answers: { 200: json('Whether it is.', assistantState) },
  },
  suggestTranslations: {
    ...askers,
    method: 'POST',
    path: '/api/assistant/translations',
    summary: 'Suggest translations. Nothing is saved',
    body: translationsInput,
    answers: { 200: json('The suggestions.', suggestedTexts) },
    problems: ['no-assistant', 'assistant-failed'],
  },
  readPhoto: {
    ...askers,
    method: 'POST',
    path: '/api/assistant/photo',
    summary: 'Read the menu on a photo. The body is the picture itself. Nothing is saved',
    upload: PHOTO_TYPES,
    answers: { 200: json('The menu as it is printed.', photoMenu) },
    problems: ['no-assistant', 'assistant-failed', 'image-unreadable', 'malformed-request'],
  },
  suggestDish: {
    ...askers,
    method: 'POST',
    path: '/api/assistant/dish',
    summary: 'Suggest a description for a dish, and name allergens to check. Nothing is saved',
    body: dishInput,
    answers: { 200: json('The suggestion.', suggestedDish) },
    problems: ['no-assistant', 'assistant-failed'],
  },
  suggestRules: {
    ...askers,
    method: 'POST',
    path: '/api/assistant/change',
    summary: 'Turn a sentence such as "all pizzas +4 %" into rules. Nothing is changed',
    body: changeInput,
    answers: { 200: json('The rules.', suggestedRules) },
    problems: ['no-assistant', 'assistant-failed'],
  },
});
