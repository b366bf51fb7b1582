/** Returns `base` and `ending`, with the first free number from 2 between them if that name is taken: `counts-2.csv`. */
export function freeName(
  base: string,
  isTaken: (name: string) => boolean,
  { before = '-', ending = '' }: { before?: string; ending?: string } = {},
): string {
  let name = `${base}${ending}`
  for (let n = 2; isTaken(name); n++) name = `${base}${before}${n}${ending}`
  return name
}
