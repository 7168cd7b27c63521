import type { MoneyPattern } from '@tavola/contracts/rules/money.ts';
import { createContext } from 'react';

/** How the menu's prices are written; undefined for US dollars. */
export const MoneyContext = createContext<MoneyPattern | undefined>(undefined);
