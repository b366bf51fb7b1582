/** The theme of every Mantine component, and the surface colours of our own styles. See docs/design-language.md. */
import {
  ActionIcon,
  Badge,
  Button,
  type CSSVariablesResolver,
  createTheme,
  Kbd,
  type MantineColorsTuple,
  Menu,
  Modal,
  MultiSelect,
  Notification,
  NumberInput,
  Popover,
  SegmentedControl,
  Select,
  Switch,
  Table,
  Tabs,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'
import type { MouseEvent } from 'react'
import { texts } from '../../texts/texts.ts'
import { DECIMAL_SIGN } from '../format/format.ts'

/** The only accent colour. Shade 7 carries white text in the dark theme, shade 8 in the light one. */
const accent: MantineColorsTuple = [
  '#f0f3ff',
  '#e0e6ff',
  '#c3cefe',
  '#a0b1fd',
  '#8298fb',
  '#6b83f6',
  '#5871ee',
  '#4a62de',
  '#3e53c6',
  '#3445a3',
]

/** Near-neutral cool greys: 0 is text, 7 the page, the shades between are borders and raised surfaces. */
const dark: MantineColorsTuple = [
  '#dfe2e7',
  '#b4b9c3',
  '#949aa6',
  '#7a808d',
  '#363a43',
  '#2a2d34',
  '#212429',
  '#16181c',
  '#111316',
  '#0b0c0e',
]

const gray: MantineColorsTuple = [
  '#f7f8fa',
  '#f0f1f4',
  '#e6e8ec',
  '#d9dce2',
  '#c6cad3',
  '#a2a8b4',
  '#7d8492',
  '#5c6370',
  '#3f4550',
  '#1f232a',
]

const SANS =
  "Inter, 'Segoe UI Variable Text', 'Segoe UI', -apple-system, BlinkMacSystemFont, Roboto, 'Helvetica Neue', 'Liberation Sans', Arial, sans-serif"
const MONO = "ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace"

const compact = { defaultProps: { size: 'xs' } }

/** What is typed in a searchable field replaces the name of the present choice. */
function selectText({ currentTarget }: MouseEvent<HTMLInputElement>): void {
  if (!currentTarget.readOnly) currentTarget.select()
}

export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: { light: 8, dark: 7 },
  colors: { accent, dark, gray },
  black: '#1c1f26',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontFamily: SANS,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.125rem', lineHeight: '1.4' },
      h2: { fontSize: '0.9375rem', lineHeight: '1.4' },
      h3: { fontSize: '0.8125rem', lineHeight: '1.4' },
    },
  },
  components: {
    ActionIcon: ActionIcon.extend({
      defaultProps: { size: 28, variant: 'subtle', color: 'gray' },
      vars: (_theme, { variant, color }) => ({
        root: variant === 'subtle' && color === 'gray' ? { '--ai-color': 'var(--sl-dim)' } : {},
      }),
    }),
    Badge: Badge.extend({ defaultProps: { size: 'sm', radius: 'sm', variant: 'light', tt: 'none', fw: 500 } }),
    Button: Button.extend({
      defaultProps: { size: 'xs' },
      styles: { label: { fontWeight: 500 } },
      // Two pixels more than Mantine's default, to reach the 24 px target size.
      vars: (_theme, { size }) => ({ root: size === 'compact-xs' ? { '--button-height': '24px' } : {} }),
    }),
    Kbd: Kbd.extend({ defaultProps: { size: 'xs', fw: 500 } }),
    Menu: Menu.extend({
      defaultProps: {
        shadow: 'md',
        withinPortal: true,
        transitionProps: { duration: 80 },
        // ARIA allows only items in a menu, and the focus starts at the first.
        withInitialFocusPlaceholder: false,
      },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        transitionProps: { duration: 120 },
        closeButtonProps: { 'aria-label': texts.ui.words.close },
      },
      styles: { title: { fontSize: '0.9375rem', fontWeight: 600 } },
    }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { 'aria-label': texts.ui.words.close } } }),
    NumberInput: NumberInput.extend({
      defaultProps: { ...compact.defaultProps, decimalSeparator: DECIMAL_SIGN, allowedDecimalSeparators: ['.', ','] },
    }),
    Popover: Popover.extend({ defaultProps: { shadow: 'md', transitionProps: { duration: 80 } } }),
    SegmentedControl: SegmentedControl.extend({
      defaultProps: { size: 'xs', withItemsBorders: false },
      styles: { label: { paddingInline: 12, fontWeight: 500 } },
    }),
    // A closed list costs as much to render as an open one unless it is unmounted.
    MultiSelect: MultiSelect.extend({
      defaultProps: { size: 'xs', comboboxProps: { shadow: 'md', keepMounted: false } },
    }),
    Select: Select.extend({
      defaultProps: { size: 'xs', comboboxProps: { shadow: 'md', keepMounted: false }, onClick: selectText },
    }),
    Switch: Switch.extend(compact),
    Table: Table.extend({ defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm' } }),
    Tabs: Tabs.extend({ defaultProps: { keepMounted: false } }),
    Textarea: Textarea.extend(compact),
    TextInput: TextInput.extend(compact),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 350, transitionProps: { duration: 80 }, fz: 'xs' } }),
  },
})

/**
 * Surfaces from back to front: `--sl-canvas` (behind everything), `--sl-page`, `--sl-panel`, `--sl-raised`; lines
 * `--sl-line` and `--sl-line-strong`; text `--sl-text`, `--sl-dim`, `--sl-faint`; `--sl-hover`, `--sl-selected`.
 */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--sl-rail': '52px', '--sl-bar': '48px', '--sl-row': '32px', '--menu-item-hover': 'var(--sl-hover)' },
  dark: {
    '--sl-canvas': '#101216',
    '--sl-page': '#16181c',
    '--sl-panel': '#1b1e23',
    '--sl-raised': '#212429',
    '--sl-line': '#282b32',
    '--sl-line-strong': '#363a43',
    '--sl-text': '#dfe2e7',
    '--sl-dim': '#9ca2ae',
    '--sl-faint': '#7f8592',
    '--sl-hover': 'rgba(255, 255, 255, 0.04)',
    '--sl-selected': 'rgba(107, 131, 246, 0.16)',
    '--sl-accent': '#8298fb',
    '--sl-good': '#57c289',
    '--sl-bad': '#f07a78',
    '--sl-warn': '#e0b04c',
    '--mantine-color-default-border': '#33373f',
    '--mantine-color-dimmed': '#9ca2ae',
    '--mantine-color-error': 'var(--sl-bad)',
    '--mantine-color-placeholder': '#8b919d',
    '--mantine-color-anchor': '#95a8fc',
  },
  light: {
    '--sl-canvas': '#eceef2',
    '--sl-page': '#f7f8fa',
    '--sl-panel': '#ffffff',
    '--sl-raised': '#ffffff',
    '--sl-line': '#e3e5ea',
    '--sl-line-strong': '#cfd3da',
    '--sl-text': '#1f232a',
    '--sl-dim': '#596070',
    '--sl-faint': '#6b7280',
    '--sl-hover': 'rgba(20, 28, 45, 0.04)',
    '--sl-selected': 'rgba(62, 83, 198, 0.1)',
    '--sl-accent': '#3e53c6',
    '--sl-good': '#187a48',
    '--sl-bad': '#c02f2f',
    '--sl-warn': '#8a5d00',
    '--mantine-color-body': '#f7f8fa',
    '--mantine-color-text': '#1f232a',
    '--mantine-color-dimmed': '#596070',
    '--mantine-color-red-6': 'var(--sl-bad)',
    '--mantine-color-error': 'var(--sl-bad)',
    '--mantine-color-placeholder': '#6b7280',
    '--mantine-color-default-border': '#d3d7de',
    '--mantine-color-anchor': '#3e53c6',
  },
})
