export function whyNoPostgres(): string | null
export function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }>
