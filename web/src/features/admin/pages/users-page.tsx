import { Users } from 'lucide-react';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useUserSearch } from '../api.ts';
import { Directory } from '../components/directory.tsx';
import { UserRow } from '../components/user-row.tsx';

/** All users, with search and filter. */
export function UsersPage() {
  useDocumentTitle('Users');
  return (
    <>
      <PageHeader title="Users" description="Everyone with an account, newest first." />
      <Directory
        noun={{ one: 'user', many: 'users' }}
        searchLabel="Search by name, email or restaurant"
        icon={<Users />}
        useSearch={useUserSearch}
        rowsOf={(page) => page.users}
      >
        {(user, onChangeStatus) => <UserRow user={user} onChangeStatus={onChangeStatus} />}
      </Directory>
    </>
  );
}
