import { DATA_OWNERS, type DataOwner } from '@tavola/contracts/export.ts';
import { makeServiceClient, type ServiceClient } from '@tavola/service-kit/http/service-client.ts';

/** The services that hold data of a restaurant. */
export type DataOwners = Readonly<Record<DataOwner, ServiceClient<DataOwner>>>;

/** Where the services are that hold data of a restaurant, and what they are asked with. */
export interface DataOwnerSettings {
  urls: Readonly<Record<DataOwner, string>>;
  serviceToken: string;
}

/** Timeout of a service that exports or deletes all its data of one restaurant, in milliseconds. */
const ALL_WITHIN_MS = 10_000;

/** Clients of the services that hold data of restaurants, with a timeout for reading or deleting all of it. */
export function makeDataOwners({ urls, serviceToken }: DataOwnerSettings): DataOwners {
  const client = (name: DataOwner) =>
    makeServiceClient({ name, url: urls[name], serviceToken, timeoutMs: ALL_WITHIN_MS });
  return Object.fromEntries(DATA_OWNERS.map((name) => [name, client(name)])) as DataOwners;
}
