/**
 * The field of a record whose keys are text from outside: names of classes, blocks, files. Undefined for names that a
 * record has only from its prototype, such as `constructor`.
 */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined
