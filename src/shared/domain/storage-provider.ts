/** The providers of object storage, by the neutral names of the specification. */
export const STORAGE_PROVIDERS = ['store_a', 'store_b', 'store_c', 'store_d', 'store_e', 'other'] as const
export type StorageProvider = (typeof STORAGE_PROVIDERS)[number]

export interface ProviderSettings {
  /** `derived`: from the region, so that none may be given. A text: the address when none is given. */
  endpoint: 'derived' | 'required' | { byDefault: string }
  /** A text: the region when none is given. `only`: no other one is valid. */
  region: 'required' | { byDefault: string; only?: true }
}

/** The settings of each provider, by the table of the specification. */
export const PROVIDER_SETTINGS: Readonly<Record<StorageProvider, ProviderSettings>> = {
  store_a: { endpoint: 'derived', region: 'required' },
  store_b: { endpoint: { byDefault: 'https://storage.googleapis.com' }, region: 'required' },
  store_c: { endpoint: 'required', region: { byDefault: 'auto', only: true } },
  store_d: { endpoint: 'required', region: { byDefault: 'us-east-1' } },
  store_e: { endpoint: 'required', region: 'required' },
  other: { endpoint: 'required', region: { byDefault: 'us-east-1' } },
}
