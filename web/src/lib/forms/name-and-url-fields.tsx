import { useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { FormField } from '../../ui/form-field.tsx';
import { Input, VERBATIM } from '../../ui/input.tsx';
import { slugOfName } from '../text/slug-of-name.ts';

interface Field {
  value: string;
  error: string | undefined;
  register: (options: { onChange: (event: { target: { value: string } }) => void }) => UseFormRegisterReturn;
}

interface NameAndUrlFieldsProps {
  name: Field & { autoComplete: string };
  slug: Field & { set: (slug: string) => void };
  /** The menu as its hint calls it, such as 'your menu'. */
  menu: string;
  /** What stands in the address while there is none. */
  example: string;
}

/** A new restaurant's name and menu URL, which follows the name until somebody edits it. */
export function NameAndUrlFields({ name, slug, menu, example }: NameAndUrlFieldsProps) {
  const [isEdited, setIsEdited] = useState(false);
  const nameGivesNoSlug = name.value.trim() !== '' && slugOfName(name.value) === '' && slug.value === '';
  return (
    <>
      <FormField label="Restaurant Name" error={name.error} required>
        <Input
          autoComplete={name.autoComplete}
          dir="auto"
          {...name.register({ onChange: ({ target }) => !isEdited && slug.set(slugOfName(target.value)) })}
        />
      </FormField>
      <FormField
        label="Menu URL"
        error={slug.error}
        hint={
          nameGivesNoSlug ? (
            'We can only make a URL from Latin letters. Please enter one, such as "sakura-kyoto".'
          ) : (
            <>
              Guests will find {menu} at{' '}
              <span className="wrap-anywhere" dir="ltr">
                {`${window.location.host}/menu/${slug.value || example}`}
              </span>
            </>
          )
        }
        required
      >
        <Input
          prefix="/menu/"
          {...VERBATIM}
          // Once cleared, it follows the name again.
          {...slug.register({ onChange: ({ target }) => setIsEdited(target.value !== '') })}
        />
      </FormField>
    </>
  );
}
