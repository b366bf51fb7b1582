import type { Port } from '../shared/bridge/contract.ts';
import { STUDIO } from '../shared/bridge/studio.ts';
import type { Visitor } from '../shared/bridge/visitor.ts';
import { type Message } from '../shared/messages/message.ts';
export interface ServedStudioOptions {
    version: string;
    /** Absolute; the built renderer. */
    rendererDir: string;
    /** Address at which the server reaches itself. */
    origin(): string;
    log(line: string): void;
}
export interface ServedStudio {
    /** Serves one page until its port closes. */
    connect(port: Port, visitor: Visitor): void;
    /** Serves a page's request for itself or for a file. */
    handle(request: Request, visitor: Visitor): Promise<Response>;
}
export declare function createServedStudio(options: ServedStudioOptions): ServedStudio;
type Method = keyof typeof STUDIO;
/**
 * Calls of the page that a server carries out for a signed-in person, and why it refuses the others. `allowed`: the
 * call works on the platform in the name of the person's session.
 */
export declare const SERVED: Readonly<Record<Method, 'allowed' | Message>>;
export {};
