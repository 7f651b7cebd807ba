import { Avatar } from '@arco-design/web-react'
import { avatarUrl } from '@/shared/upload/address'

interface UserAvatarProps {
  of: { readonly nickname: string; readonly avatar?: string }
  size: number
}

/** A user's picture, or the first letter of their name. */
export function UserAvatar({ of, size }: UserAvatarProps) {
  const url = avatarUrl(of.avatar)
  return <Avatar size={size}>{url ? <img src={url} alt="" /> : of.nickname.slice(0, 1).toUpperCase()}</Avatar>
}
