export interface Prompt {
  /** What to find, in words; also the name of its class. */
  name: string
  /** With `polygon`, detections carry the outline of what was found. */
  output_type: 'bbox' | 'polygon'
}

/** Each name once, in the order given; with outlines if any of its prompts asks for them. */
export function uniquePrompts(prompts: readonly Prompt[]): Prompt[] {
  const byName = new Map<string, Prompt>()
  for (const prompt of prompts) {
    const known = byName.get(prompt.name)
    if (!known || prompt.output_type === 'polygon') byName.set(prompt.name, prompt)
  }
  return [...byName.values()]
}
