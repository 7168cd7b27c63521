import { readFileSync } from 'node:fs';

/** What the model is asked for: the name of a file in `prompts`, and a label of metrics. */
const TASKS = ['photo', 'translations', 'dish', 'change'] as const;
export type Task = (typeof TASKS)[number];

const read = (name: string) => readFileSync(new URL(`./prompts/${name}.md`, import.meta.url), 'utf8').trim();

const RULES = read('rules');

/** The instructions of each task, with the rules of all. */
export const PROMPTS = Object.fromEntries(TASKS.map((task) => [task, `${read(task)}\n\n${RULES}`])) as Record<
  Task,
  string
>;

/** Asks for a usable answer after one that was not. */
export const REPAIR = read('repair');
