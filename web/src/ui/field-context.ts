import { createContext, useContext } from 'react';

/** What a form field passes to its control. */
interface FieldWiring {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

/** The field around a control, if any. */
export const FieldContext = createContext<FieldWiring | undefined>(undefined);

/** Attributes that connect a control to its field's label, hint and error. The control's own attributes win. */
export function useFieldAttributes(own: { id?: string | undefined; 'aria-describedby'?: string | undefined }) {
  const field = useContext(FieldContext);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': [own['aria-describedby'], field?.describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  };
}
