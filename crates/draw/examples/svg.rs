fn main() {
    let a: Vec<String> = std::env::args().collect();
    let t = std::time::Instant::now();
    match grundy_draw::svg(&a[1], &a[2], &Default::default()) {
        Ok(s) => {
            std::fs::write(&a[3], s).unwrap();
            eprintln!("{:?}", t.elapsed())
        }
        Err(e) => eprintln!("ERR {e}"),
    }
}
