// @ts-check
import { spawn } from 'node:child_process'

/**
 * Starts a program in its own process group, so that no child survives.
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
    /** Output so far. */
    output: () => output,
    isRunning: () => isRunning,
    /** Exit code after a normal end. */
    ended,
    /** Kills it with its children. */
    kill: async () => {
      if (!child.pid || !isRunning) return
      process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}
