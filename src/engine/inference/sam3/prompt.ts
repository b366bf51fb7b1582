export interface Prompt {
  /** Description of the objects to find; also the name of their class. */
  name: string
  /** With `polygon`, detections include the outline of the object. */
  output_type: 'bbox' | 'polygon'
}

/** Each name once, in the given order; with outlines if any of its prompts requests them. */
export function uniquePrompts(prompts: readonly Prompt[]): Prompt[] {
  const byName = new Map<string, Prompt>()
  for (const prompt of prompts) {
    const known = byName.get(prompt.name)
    if (!known || prompt.output_type === 'polygon') byName.set(prompt.name, prompt)
  }
  return [...byName.values()]
}
