import { createHash } from 'node:crypto';

// Any fixed UUID works as the namespace. Another one would change the id of every seeded row.
const NAMESPACE = Buffer.from('b5b1f6a29d0c4d7e8a6e5c3f2e1d0a97', 'hex');

/** The id of the seeded row of that kind and key: a version 5 UUID (RFC 9562), the same in every run. */
export function seedId(kind: 'tenant' | 'user', key: string): string {
  const bytes = createHash('sha1').update(NAMESPACE).update(`${kind}:${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
