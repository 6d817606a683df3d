#!/usr/bin/env node
/** The `gyre` command as it is started, also by a Node that is too old for the rest. */
import module from 'node:module'

const oldest = 24

if (Number.parseInt(process.versions.node, 10) < oldest) {
  process.stderr.write(`gyre needs Node ${oldest} or later; this is Node ${process.versions.node}.\n`)
  process.exitCode = 1
} else {
  // What is compiled once is kept, so that it starts faster the next time.
  module.enableCompileCache()
  await import('./main.ts')
}
