export const ON_POSTGRES: Record<string, string>
export function postgresTests(): string[]
export const ON_OTHER_NODES: string[]
export const SEEN_ON_OTHER_NODES: Record<string, string>
export function otherNodesTests(): string[]
