import { useState } from 'react';
import { type Declaration, type DeclaredRow, declarationOf, isSameDeclaration } from './declaration.ts';

/** A declaration about `row` that is being made; it begins with what was declared. */
export function useDeclaration(row: DeclaredRow | undefined) {
  const [edited, setEdited] = useState<Declaration>();
  const declared = declarationOf(row ?? { name: '' });
  const isDirty = edited !== undefined && !isSameDeclaration(edited, declared);
  return {
    declaration: edited ?? declared,
    /** Whether it says something else than what was declared. */
    isDirty,
    change: setEdited,
    /** Goes back to what was declared. */
    reset: () => setEdited(undefined),
  };
}
