import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';

const TYPED = 'quick-add';

/** The text of a category's quick-add line, which stays while the user is on other screens, until the session ends. */
export function useTypedLine(categoryId: number): [string, Dispatch<SetStateAction<string>>] {
  const client = useQueryClient();
  const [text, setText] = useState(() => client.getQueryData<string>([TYPED, categoryId]) ?? '');
  useEffect(() => {
    client.setQueryDefaults([TYPED], { gcTime: Number.POSITIVE_INFINITY });
    client.setQueryData<string>([TYPED, categoryId], text);
  }, [client, categoryId, text]);
  return [text, setText];
}
