export declare function importsOf(text: string): string[]
export declare function violations(file: string, text: string): string[]
