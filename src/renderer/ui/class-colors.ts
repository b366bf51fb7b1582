/** Which colour each class has here: on the screens of a run and in an editor that is told by their models. */
import { createContext, use } from 'react'
import { classColor, classColors } from '../../shared/domain/class-color.ts'

export type ColorOfClass = (className: string) => string

export const ClassColors = createContext<ColorOfClass>(classColor)

export const useClassColor = (): ColorOfClass => use(ClassColors)

/** The colours of a model's classes where there is only that model. */
export function colorsOfModel(classNames: readonly string[]): ColorOfClass {
  const colors = classColors(classNames)
  return (name) => colors.get(name) ?? classColor(name)
}
