import { Store } from 'lucide-react';
import { useDocumentTitle } from '../../../lib/browser/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useTenantSearch } from '../api.ts';
import { Directory } from '../components/directory.tsx';
import { TenantRow } from '../components/tenant-row.tsx';

/** All restaurants, with search and filter. */
export function RestaurantsPage() {
  useDocumentTitle('Restaurants');
  return (
    <>
      <PageHeader title="Restaurants" description="Every restaurant on the platform, newest first." />
      <Directory
        noun={{ one: 'restaurant', many: 'restaurants' }}
        searchLabel="Search by name, menu URL or email"
        icon={<Store />}
        useSearch={useTenantSearch}
        rowsOf={(page) => page.tenants}
      >
        {(tenant, onChangeStatus) => <TenantRow tenant={tenant} onChangeStatus={onChangeStatus} />}
      </Directory>
    </>
  );
}
