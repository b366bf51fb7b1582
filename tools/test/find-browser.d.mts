/** Path of a Chromium; throws an error with instructions when none is available. */
export function findBrowser(): Promise<string>
