#!/usr/bin/env -S node --max-semi-space-size=4
/** The command line. In a checkout it first builds missing or outdated bundles. */
import { ifSupported } from './supported.mjs'

ifSupported(() => import('./checkout.mjs'))
