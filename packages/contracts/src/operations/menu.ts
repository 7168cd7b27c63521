import { z } from 'zod';
import { idParam } from '../fields.ts';
import { category, categoryChange, menuItem, menuItemChange, newCategory, newMenuItem, newOrder } from '../menu.ts';
import { empty, json, type Operation, tagged } from './operation.ts';

/** What all of an owner's menu operations have in common. */
const owners = { service: 'menu', who: 'signed-in', isTenants: true } as const;

const params = { id: idParam };

export const menuOperations: readonly Operation[] = [
  {
    ...owners,
    id: 'listCategories',
    method: 'GET',
    path: '/api/categories',
    summary: 'All categories, in the order of the menu',
    answers: { 200: json('The categories.', z.array(category)) },
  },
  {
    ...owners,
    id: 'addCategory',
    method: 'POST',
    path: '/api/categories',
    summary: 'Add a category at the end',
    takesOnceKey: true,
    body: newCategory,
    answers: { 201: tagged('The category as it was added.', category) },
  },
  {
    ...owners,
    id: 'orderCategories',
    method: 'PUT',
    path: '/api/categories/order',
    summary: 'Put categories into another order',
    body: newOrder,
    answers: { 200: json('All categories, in their new order.', z.array(category)) },
  },
  {
    ...owners,
    id: 'changeCategory',
    method: 'PUT',
    path: '/api/categories/{id}',
    summary: 'Change a category; what is left out stays',
    params,
    takesIfMatch: true,
    body: categoryChange,
    answers: { 200: tagged('The category as it is now.', category) },
  },
  {
    ...owners,
    id: 'deleteCategory',
    method: 'DELETE',
    path: '/api/categories/{id}',
    summary: 'Delete a category; its items stay, without one',
    params,
    takesIfMatch: true,
    answers: { 204: empty('It is gone.') },
    problems: ['validation-failed'],
  },
  {
    ...owners,
    id: 'listItems',
    method: 'GET',
    path: '/api/menu-items',
    summary: 'All items, in the order of the menu',
    answers: { 200: json('The items.', z.array(menuItem)) },
  },
  {
    ...owners,
    id: 'addItem',
    method: 'POST',
    path: '/api/menu-items',
    summary: 'Add an item at the end',
    takesOnceKey: true,
    body: newMenuItem,
    answers: { 201: tagged('The item as it was added.', menuItem) },
  },
  {
    ...owners,
    id: 'orderItems',
    method: 'PUT',
    path: '/api/menu-items/order',
    summary: 'Put items into another order',
    body: newOrder,
    answers: { 200: json('All items, in their new order.', z.array(menuItem)) },
  },
  {
    ...owners,
    id: 'changeItem',
    method: 'PUT',
    path: '/api/menu-items/{id}',
    summary: 'Change an item; what is left out stays',
    params,
    takesIfMatch: true,
    body: menuItemChange,
    answers: { 200: tagged('The item as it is now.', menuItem) },
  },
  {
    ...owners,
    id: 'deleteItem',
    method: 'DELETE',
    path: '/api/menu-items/{id}',
    summary: 'Delete an item',
    params,
    takesIfMatch: true,
    answers: { 204: empty('It is gone.') },
    problems: ['validation-failed'],
  },
];
