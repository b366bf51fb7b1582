export function whyNoPostgres(): string | null
export function startPostgres(options?: { isDurable?: boolean }): Promise<{ url: string; stop: () => Promise<void> }>
