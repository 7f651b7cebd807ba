// Opens an encrypted backup with another library (OpenSSL): `open_backup.mjs FILE KEY_FILE` writes what is in it to the
// standard output.
import { createDecipheriv, hkdfSync } from 'node:crypto'
import { readFileSync, writeSync } from 'node:fs'

const TAG = 16
const [, , file, keyFile] = process.argv
const key = Buffer.from(readFileSync(keyFile, 'ascii').split('\n')[0], 'base64')
const backup = readFileSync(file)
const begin = backup.indexOf('\n') + 1
const line = backup.subarray(0, begin)
const salt = Buffer.from(line.toString('ascii').trim().split(' ')[2], 'hex')
const fileKey = Buffer.from(hkdfSync('sha256', key, salt, 'entrepot backup', 32))

for (let at = begin, number = 0; at < backup.length; number += 1) {
  const end = at + 4 + backup.readUInt32BE(at)
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 3)
  nonce[11] = end === backup.length ? 1 : 0
  const cipher = createDecipheriv('aes-256-gcm', fileKey, nonce)
  cipher.setAAD(line)
  cipher.setAuthTag(backup.subarray(end - TAG, end))
  writeSync(1, cipher.update(backup.subarray(at + 4, end - TAG)))
  cipher.final()
  at = end
}
