import type { Platform } from '../platform/platform.ts';
type Owners = Pick<Platform, 'firstOwnerLink' | 'firstOwnerKey' | 'isFirstOwnerUnused'>;
/** Returns lines that name the files. To be called while the platform listens. */
export declare function writeFirstOwnerFiles(platform: Owners, dataDir: string): Promise<string[]>;
export {};
