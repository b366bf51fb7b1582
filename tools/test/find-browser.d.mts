export function browserForTests(): string | undefined
export function findBrowser(): Promise<string>
export function findBrowserForTests(): Promise<string>
