/** The colour of each class on the current screen: on run screens, and in an editor that knows its models. */
import { createContext, use } from 'react'
import { classColor, classColors } from '../../../shared/domain/class-color.ts'

export type ColorOfClass = (className: string) => string

export const ClassColors = createContext<ColorOfClass>(classColor)

export const useClassColor = (): ColorOfClass => use(ClassColors)

/** Returns the colours of a model's classes for a place that shows only that model. */
export function colorsOfModel(classNames: readonly string[]): ColorOfClass {
  const colors = classColors(classNames)
  return (name) => colors.get(name) ?? classColor(name)
}
