export function signFeeds(folder: string, keys: { publicKey: string; privateKey: string }): string[]
