/** placeholder until drawn */
export function Logo({ label, variant }: { variant: 'default' | 'white'; label: string }) {
  return <span className={variant === 'white' ? 'text-paper font-bold' : 'font-bold'} style={{width:130,display:'block'}}>{label}</span>
}
