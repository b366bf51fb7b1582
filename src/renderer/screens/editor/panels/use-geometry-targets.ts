/** The measure blocks beside this one: their drawings, and copying a line or zone to them. */

import { notifications } from '@mantine/notifications'
import { useMemo } from 'react'
import type { Geometry } from '../../../../shared/blocks/measure.ts'
import { freeName } from '../../../../shared/domain/free-name.ts'
import { firstGeometryOf } from '../../../../shared/domain/geometry-color.ts'
import { findNode, titleOf } from '../../../parts/workflow/document/document.ts'
import { texts } from '../../../texts/texts.ts'
import { useDocument, useSession } from '../session/editor-context.ts'

export function useGeometryTargets(nodeId: string) {
  const { documents } = useSession()
  const doc = useDocument((s) => s.doc)
  return useMemo(() => {
    const others = doc.graph.nodes.filter((n) => n.type === 'measure' && n.id !== nodeId)
    return {
      geometriesBefore: firstGeometryOf(doc.graph.nodes, nodeId),
      copyTargets: others.map((node) => ({ nodeId: node.id, title: titleOf(doc, node) })),
      copyGeometry(to: string, geometry: Geometry) {
        const state = documents.getState()
        const node = findNode(state.doc.graph, to)
        if (!node) return
        const there = Array.isArray(node.config.geometries) ? (node.config.geometries as Geometry[]) : []
        const names = new Set(there.map((g) => g.name))
        const copy = { ...geometry, name: freeName(geometry.name, (name) => names.has(name), { before: ' ' }) }
        // A step of its own, even in the middle of a drawing.
        state.seal()
        state.run({
          type: 'configure',
          nodeId: to,
          config: { ...node.config, geometries: [...there, copy] },
          field: '/geometries',
        })
        documents.getState().seal()
        notifications.show({
          message: texts.editor.panels.geometry.copied(copy.name, titleOf(state.doc, node)),
          color: 'green',
        })
      },
    }
  }, [doc, documents, nodeId])
}
