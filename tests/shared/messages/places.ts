import { IntlMessageFormat } from 'intl-messageformat'

/** Returns the sorted names of the places in a template, including those in its options. */
export function placesOf(template: string): string[] {
  const names = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    else if (typeof value === 'object' && value !== null) {
      const { type, value: name } = value as { type?: number; value?: unknown }
      if (typeof type === 'number' && type >= 1 && type <= 6 && typeof name === 'string') names.add(name)
      for (const inner of Object.values(value)) visit(inner)
    }
  }
  visit(new IntlMessageFormat(template, 'en', undefined, { ignoreTag: true }).getAst())
  return [...names].sort()
}
