// Writes public/audio/notify.wav: two short notes, made here, so that nobody else's sound is shipped.
import { Buffer } from 'node:buffer'
import { mkdirSync, writeFileSync } from 'node:fs'

const RATE = 16_000
const SECONDS = 0.5
const SECOND_NOTE_AT = 0.12
const [LOW, HIGH] = [880, 1174.66]
const LOUDNESS = 0.22
const HEADER = 44

const samples = Math.round(RATE * SECONDS)
const bytes = Buffer.alloc(HEADER + 2 * samples)
bytes.write('RIFF', 0, 'ascii')
bytes.writeUInt32LE(bytes.length - 8, 4)
bytes.write('WAVEfmt ', 8, 'ascii')
bytes.writeUInt32LE(16, 16)
bytes.writeUInt16LE(1, 20) // uncompressed
bytes.writeUInt16LE(1, 22) // one channel
bytes.writeUInt32LE(RATE, 24)
bytes.writeUInt32LE(2 * RATE, 28)
bytes.writeUInt16LE(2, 32)
bytes.writeUInt16LE(16, 34)
bytes.write('data', 36, 'ascii')
bytes.writeUInt32LE(2 * samples, 40)

let phase = 0
for (let at = 0; at < samples; at += 1) {
  const time = at / RATE
  phase += (2 * Math.PI * (time < SECOND_NOTE_AT ? LOW : HIGH)) / RATE
  // In at once but without a click, out slowly.
  const envelope = Math.min(1, time / 0.005) * Math.exp(-6 * time)
  bytes.writeInt16LE(Math.round(32_767 * LOUDNESS * envelope * Math.sin(phase)), HEADER + 2 * at)
}

const folder = new URL('../public/audio/', import.meta.url)
mkdirSync(folder, { recursive: true })
writeFileSync(new URL('notify.wav', folder), bytes)
