import type { StorageProvider } from '../../../shared/domain/storage-provider.ts'

const providers: Record<StorageProvider, string> = {
  store_a: 'Amazon S3',
  store_b: 'Google Cloud Storage',
  store_c: 'Cloudflare R2',
  store_d: 'MinIO, or another self-hosted store',
  store_e: 'Regional store, such as DigitalOcean Spaces',
  other: 'Another store with the API of S3',
}

const providerHints: Record<StorageProvider, string> = {
  store_a: 'The address follows from the region.',
  store_b:
    'Create an HMAC key under Interoperability; a JSON key file doesn’t work. The region is the location of the bucket.',
  store_c: 'The address is that of your account, and ends with r2.cloudflarestorage.com.',
  store_d: 'The address of your server with its port. Without a region, us-east-1 is used.',
  store_e: 'The address of the region, such as https://fra1.digitaloceanspaces.com.',
  other: 'The address of the store. Without a region, us-east-1 is used.',
}

/** The connected buckets, in the settings. */
export const storageConnections = {
  title: 'Cloud storage',
  about:
    'Images are imported from these buckets into data sets. Sightline only reads them. Grant a key that may list the bucket and get its objects, and nothing else.',
  new: 'Connect bucket…',
  failed: 'The connected buckets could not be loaded',
  none: 'No buckets connected yet',
  noneHint: 'Connect a bucket to import its images without downloading them yourself.',
  connection: 'Name',
  provider: 'Provider',
  bucket: 'Bucket',
  checked: 'Last check',
  never: 'Never',
  actions: 'Actions',
  providers,
  providerHints,
  fields: {
    name: 'Name',
    bucket: 'Bucket',
    region: 'Region',
    endpoint: 'Address',
    access_key_id: 'Access key ID',
    secret_access_key: 'Secret access key',
    prefix: 'Only this folder (optional)',
  },
  endpointHint: 'Begins with https://, without the name of the bucket.',
  prefixHint: 'Such as photos/2026. Nothing outside of it can be read through this connection.',
  keyHint: 'The bucket is listed once before the connection is stored.',
  secretHint: 'Stored encrypted, and never shown again.',
  missing: 'Fill in this field.',
  createTitle: 'Connect a bucket',
  connect: 'Connect',
  check: (name: string) => `Check “${name}”`,
  works: (name: string) => `The bucket of “${name}” can be listed.`,
  checkFailed: (name: string) => `“${name}” can’t be read`,
  delete: (name: string) => `Delete “${name}”`,
  deleteTitle: (name: string) => `Delete the connection “${name}”?`,
  deleteAction: 'Delete connection',
  deleteLost:
    'Its credentials are deleted, and imports from it end. Images that were imported stay, and nothing in the bucket changes.',
}
