/** The path of an installed program; null when there is none. */
export function programOf(name: string): string | null

/** Installs the proxies where they are missing and packages can be installed. Returns the reason why one still is, or null. */
export function ensureProxies(): string | null
