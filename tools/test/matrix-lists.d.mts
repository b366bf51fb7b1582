export const ON_POSTGRES: Record<string, string>
export function postgresTests(): string[]
export const ON_OTHER_NODES: string[]
