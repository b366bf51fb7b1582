/** The long options of a command, or its subcommands. */
export interface KnownCommand {
  options: readonly string[]
  commands?: Readonly<Record<string, KnownCommand>>
}

/** The names that documents may use. Paths are relative to the root of the repository, with slashes. */
export interface KnownNames {
  files: readonly string[]
  scripts: readonly string[]
  commands: Readonly<Record<string, KnownCommand>>
  databases: readonly string[]
  /** Labels of the app, with `\0` for each filled-in part; null leaves labels unchecked. */
  labels: readonly string[] | null
  /** Text of one of the files. */
  textOf(file: string): string
}

export declare function anchorsOf(text: string): string[]
export declare function globPattern(glob: string): RegExp
export declare function docProblems(file: string, text: string, known: KnownNames): string[]
