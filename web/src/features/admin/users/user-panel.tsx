export function UserPanel({ wallet }: { wallet: string }) {
  return <h2>{wallet}</h2>;
}
