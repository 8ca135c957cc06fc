fn main() {
    let mut args = std::env::args().skip(1).map(|arg| arg.parse::<u64>().unwrap());
    let (count, seed) = (args.next().unwrap(), args.next().unwrap());
    let mut games = 0;
    let found = yard_puzzles::make(count as usize, seed, |n| { games += 1; if games % 200 == 0 { eprintln!("{games} games, {n}"); } true }).unwrap();
    for one in found { println!("{one}"); }
    eprintln!("{games} games");
}
