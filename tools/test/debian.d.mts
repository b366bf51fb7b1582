/** True when packages can be installed without a question: by root, where apt-get is. */
export function canInstall(): boolean

/**
 * Installs packages without those that they only recommend. Returns false where that is not possible, and when apt-get
 * fails.
 */
export function installFromDebian(packages: readonly string[]): boolean
