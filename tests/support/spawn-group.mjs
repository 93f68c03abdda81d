// @ts-check
import { spawn } from 'node:child_process'

/**
 * Starts a program in a process group of its own, so that nothing it has started survives it.
 * @param {string} program @param {readonly string[]} args @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
export const spawnGroup = (program, args, options) => {
  const child = spawn(program, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  let isRunning = true
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => {
    child.once('exit', (code) => {
      isRunning = false
      resolve(code)
    })
  })
  return {
    /** What it has printed so far. */
    output: () => output,
    isRunning: () => isRunning,
    /** The exit code, once it has ended by itself. */
    ended,
    /** Ends it and everything it started, without a chance to tidy up. */
    kill: async () => {
      if (!child.pid || !isRunning) return
      process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}
