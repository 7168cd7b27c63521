import ts from 'typescript';

/** A way to switch a protection off in a file. It names what it changes by structure (a call, a property, a directive), so that formatting and neighbouring code may change. */
export interface SwitchOff {
  words: string;
  /**
   * The text of `file` with the protection switched off.
   * @throws Error where the file has nothing to switch off.
   */
  apply(text: string, file: string): string;
}

/** The place in a file: inside the function, method, property or constant of this name; default everywhere. */
interface Within {
  in?: string;
}

type Edit = readonly [begin: number, end: number, text: string];

/** Removes `property` from object literals; with `beside`, only from those that have that property too. */
export function withoutProperty(property: string, { beside, ...within }: Within & { beside?: string } = {}): SwitchOff {
  const has = (node: ts.ObjectLiteralExpression, name: string) =>
    node.properties.some((one) => one.name?.getText() === name);
  return structural(`without \`${property}\``, within, (node) => {
    if (!ts.isObjectLiteralExpression(node) || !has(node, property) || (beside && !has(node, beside))) return undefined;
    const others = node.properties.filter((one) => one.name?.getText() !== property);
    return replaced(node, `{ ${others.map((one) => one.getText()).join(', ')} }`);
  });
}

/** Changes the value of `property` in the object literal whose `key` has the value `is`. */
export function withProperty(key: string, is: string, property: string, value: string): SwitchOff {
  return structural(`\`${property}: ${value}\` at \`${is}\``, {}, (node) => {
    if (!ts.isObjectLiteralExpression(node)) return undefined;
    const initializerOf = (name: string) =>
      node.properties.filter(ts.isPropertyAssignment).find((one) => one.name.getText() === name)?.initializer;
    const changed = initializerOf(key)?.getText() === is ? initializerOf(property) : undefined;
    return changed && replaced(changed, value);
  });
}

/** Removes calls of `callee` (the statement, or the `.pipe` link); with `argument`, only calls that have it. */
export function withoutCall(callee: string, { argument, ...within }: Within & { argument?: string } = {}): SwitchOff {
  return structural(`without \`${callee}(${argument ?? ''})\``, within, (node) => {
    if (!isCall(node, callee, argument)) return undefined;
    if (callee.startsWith('.'))
      return replaced(node, (node.expression as ts.PropertyAccessExpression).expression.getText());
    return ts.isExpressionStatement(node.parent) ? replaced(node.parent, ';') : undefined;
  });
}

/** Replaces calls of `callee` with `value`; with `argument`, only calls that have it. */
export function insteadOfCall(
  callee: string,
  value: string,
  { argument, ...within }: Within & { argument?: string } = {},
): SwitchOff {
  return structural(`\`${value}\` instead of \`${callee}(${argument ?? ''})\``, within, (node) =>
    isCall(node, callee, argument) ? replaced(node, value) : undefined,
  );
}

/** Replaces the function `callee` in calls with `other`. */
export function callInstead(callee: string, other: string, within: Within = {}): SwitchOff {
  return structural(`\`${other}()\` instead of \`${callee}()\``, within, (node) =>
    isCall(node, callee) ? replaced(node.expression, other) : undefined,
  );
}

/** Changes the value of the constant `name`. */
export function withConstant(name: string, value: string): SwitchOff {
  return structural(`\`${name} = ${value}\``, {}, (node) =>
    ts.isVariableDeclaration(node) && node.name.getText() === name && node.initializer
      ? replaced(node.initializer, value)
      : undefined,
  );
}

/** Turns transaction-level PostgreSQL settings into session-level ones. */
export function settingsThatStay(within: Within): SwitchOff {
  return structural('`set_config(…, false)`', within, (node) => {
    if (!(ts.isTemplateLiteral(node) || ts.isStringLiteral(node)) || !/\bset_config\(.*, true\)/.test(node.getText()))
      return undefined;
    return replaced(node, node.getText().replace(', true)', ', false)'));
  });
}

/** Makes the SQL condition on `column`, which selects own rows, true for every row; with `after`, only the first one after it. */
export function withoutCondition(column: string, { after }: { after?: string } = {}): SwitchOff {
  const condition = String.raw`\b${column} = (?:\$\{[^}]*\}|current_setting\('app\.\w+'\))::uuid`;
  const words = `without the condition on \`${column}\`${after ? ` of \`${after}\`` : ''}`;
  return textual(words, (text) => {
    const begin = after === undefined ? 0 : text.indexOf(after);
    if (begin < 0) return text;
    const changed = text.slice(begin).replace(new RegExp(condition, after ? '' : 'g'), `${column} IS NOT NULL`);
    return text.slice(0, begin) + changed;
  });
}

/** Changes the value of the nginx directive that begins with `directive`; null removes it. */
export function withDirective(directive: string, value: string | null): SwitchOff {
  const name = directive.split(' ').join(String.raw`\s+`);
  const written = value === null ? '' : `${directive} ${value};`;
  const words = value === null ? `without \`${directive}\`` : `\`${written}\``;
  return textual(words, (text) => text.replace(new RegExp(String.raw`^(\s*)${name}\s[^;]*;`, 'gm'), `$1${written}`));
}

/** Adds a source to `directive` in every Content-Security-Policy that has it. */
export function withPolicySource(directive: string, source: string): SwitchOff {
  return textual(`\`${source}\` in \`${directive}\``, (text) =>
    text.replace(new RegExp(String.raw`\b${directive} [^;]*(?=;)`, 'g'), (policy) => `${policy} ${source}`),
  );
}

const replaced = (node: ts.Node, text: string): Edit => [node.getStart(), node.getEnd(), text];

function isCall(node: ts.Node, callee: string, argument?: string): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false;
  const { expression } = node;
  const isMethod = callee.startsWith('.') && ts.isPropertyAccessExpression(expression);
  const name = isMethod ? `.${expression.name.getText()}` : expression.getText();
  return name === callee && (argument === undefined || node.arguments.some((one) => one.getText() === argument));
}

/** The name of a node that has a name and a body or value. */
function nameOf(node: ts.Node): string | undefined {
  const isNamed =
    ts.isFunctionDeclaration(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isVariableDeclaration(node);
  return isNamed ? node.name?.getText() : undefined;
}

/** The position in TypeScript of the function, method, property or constant `name`: lines from 1, columns from 0. */
export function placeOf(
  text: string,
  file: string,
  name: string,
): { begin: ts.LineAndCharacter; end: ts.LineAndCharacter } {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const find = (node: ts.Node): ts.Node | undefined => (nameOf(node) === name ? node : ts.forEachChild(node, find));
  const node = find(source);
  if (!node) throw new Error(`${file} has no ${name}`);
  const placeAt = (position: number) => {
    const { line, character } = source.getLineAndCharacterOfPosition(position);
    return { line: line + 1, character };
  };
  return { begin: placeAt(node.getStart()), end: placeAt(node.getEnd()) };
}

/** Switches off by the edits that `editOf` returns for the nodes of a TypeScript file. */
function structural(words: string, within: Within, editOf: (node: ts.Node) => Edit | undefined): SwitchOff {
  return textual(within.in ? `${words} in \`${within.in}\`` : words, (text, file) => {
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const edits: Edit[] = [];
    const look = (node: ts.Node, wasInside: boolean) => {
      const isInside = wasInside || nameOf(node) === within.in;
      const edit = isInside ? editOf(node) : undefined;
      if (edit) edits.push(edit);
      else ts.forEachChild(node, (child) => look(child, isInside));
    };
    look(source, within.in === undefined);
    return edits.reduceRight((changed, [begin, end, by]) => changed.slice(0, begin) + by + changed.slice(end), text);
  });
}

function textual(words: string, change: (text: string, file: string) => string): SwitchOff {
  return {
    words,
    apply(text, file) {
      const changed = change(text, file);
      if (changed === text) throw new Error(`${file} has nothing to switch off: ${words}`);
      return changed;
    },
  };
}
