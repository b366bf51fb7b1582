/** Reads YAML. The library calls itself for each level of nesting, and a stack that overflows inside V8 can end the process. */
import { Lexer, Parser, parse } from 'yaml'
import { MAX_DEPTH } from '../../../../shared/domain/limits.ts'

/** @throws Error for a text that is not YAML, is nested too deeply, or has aliases, which can repeat a value without end */
export function yamlValue(text: string): unknown {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) throw new SyntaxError('Values are nested too deeply.')
  }
  return parse(text, { maxAliasCount: 0, logLevel: 'error' })
}
