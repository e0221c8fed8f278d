//! Guesses at what was meant: a game that does not exist, arguments in the wrong order, a command line that cannot be
//! read.
//!
//! Every guess is one sentence that completes an error line. None of them changes what is done.

use crate::games::heap::Heap;
use crate::games::{GAMES, find, names};
use clap::error::{ContextKind, ContextValue};
use strsim::damerau_levenshtein;

/// Games that people ask for and that are not here, with the sentence that helps.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (
        &["domineering"],
        "it is partizan (the two players have different moves), and grundy solves impartial games; cram is the impartial \
         game with dominoes",
    ),
    (
        &["hackenbush", "col", "snort", "clobber", "amazons", "konane", "toads-and-frogs", "go", "chess"],
        "it is partizan (the two players have different moves), and grundy solves impartial games; CGSuite solves \
         partizan ones",
    ),
    (
        &["chomp", "wythoff", "northcott", "green-hackenbush", "notakto", "quarto"],
        "it is impartial but not built in; a game of your own takes about fifty lines, see examples/own_game.rs",
    ),
    (
        &["misere", "misère", "misere-nim", "misere-cram", "misere-sprouts"],
        "misère play is not a game name; grundy solves normal play, where the player who cannot move loses",
    ),
    (&["dots-and-boxes", "boxes"], "it is decided by counting boxes, not by the last move"),
];

/// What to say after `unknown game NAME`.
pub fn game(name: &str) -> String {
    let word = name.trim().to_lowercase().replace(['_', ' '], "-");
    if let Some((_, sentence)) = ELSEWHERE.iter().find(|(names, _)| names.contains(&&word[..])) {
        return (*sentence).to_string();
    }
    if let Some(line) = exchanged(name) {
        return line;
    }
    if let Some(code) = code(&word) {
        return format!("did you mean {code}?");
    }
    let known: Vec<&str> = GAMES.iter().flat_map(|game| game.aliases.iter().copied().chain([game.name])).collect();
    match nearest(&word, &known) {
        Some(names) => format!("did you mean {names}?"),
        None => format!("expected {}", names()),
    }
}

/// The names that are as near to the word as any, if they are near enough; also those that begin with it.
fn nearest(word: &str, names: &[&str]) -> Option<String> {
    let beginning: Vec<&str> = names.iter().filter(|name| word.len() > 2 && name.starts_with(word)).copied().collect();
    if !beginning.is_empty() {
        return Some(beginning.join(" or "));
    }
    let near = |name: &&str| damerau_levenshtein(word, name);
    let best = names.iter().min_by_key(|name| near(name))?;
    (near(best) <= 2 && near(best) < best.len().min(word.len())).then(|| best.to_string())
}

/// A code that was written with a comma, or without its point.
fn code(word: &str) -> Option<String> {
    let is_code = |text: &str| text.len() > 1 && text.bytes().all(|b| b.is_ascii_hexdigit());
    match word.split_once(',') {
        Some((before, after)) if before.len() <= 1 && is_code(&format!("0{after}")) && !after.is_empty() => {
            Some(format!("{}.{after}", if before.is_empty() { "0" } else { before }))
        }
        Some(_) => None,
        None => word.strip_prefix('0').filter(|rest| !rest.is_empty() && is_code(word)).map(|rest| format!("0.{rest}")),
    }
}

/// The right order, if the game stands after the position.
fn exchanged(name: &str) -> Option<String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let at = words.iter().position(|word| word == name)?;
    let game = words.get(at + 1).filter(|word| is_name(word))?;
    let verb = words.first().filter(|_| at == 1)?;
    Some(format!("the game comes first: grundy {verb} {game} {}", quoted(name)))
}

/// Whether this is a name or code of a game.
fn is_name(word: &str) -> bool {
    find(word).is_some() || Heap::by_name_or_code(word).is_ok()
}

/// A word, quoted for a shell where that is needed.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "./+-_".contains(c);
    if word.chars().all(plain) { word.to_string() } else { format!("'{}'", word.escape_debug()) }
}

/// What to say after a command line that cannot be read, if there is a guess.
pub fn usage(error: &clap::Error) -> Option<String> {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    // Of what clap suggests, what is nearest to the word: its own order is another one.
    let suggested = |kind, word: &str| match error.get(kind) {
        Some(ContextValue::Strings(texts)) => texts.iter().min_by_key(|text| damerau_levenshtein(word, text)).cloned(),
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    if let Some(word) = text(ContextKind::InvalidSubcommand) {
        if is_name(&word) {
            let rest: Vec<String> = std::env::args().skip(2).map(|word| quoted(&word)).collect();
            return Some(format!("did you mean grundy solve {} {}?", word, rest.join(" ")).replace(" ?", "?"));
        }
        return suggested(ContextKind::SuggestedSubcommand, &word).map(|command| format!("did you mean {command}?"));
    }
    let argument = text(ContextKind::InvalidArg)?;
    if ["--misere", "--misère"].contains(&&argument[..]) {
        return Some("grundy solves normal play, where the player who cannot move loses".to_string());
    }
    if argument.len() > 1 && argument[1..].bytes().all(|b| b.is_ascii_digit()) {
        return Some("a position has no negative numbers".to_string());
    }
    suggested(ContextKind::SuggestedArg, &argument).map(|argument| format!("did you mean {argument}?"))
}

/// What to say of a position that is written in words: `sprouts five`.
pub fn number_in_words(game: &str, position: &str) -> Option<String> {
    const NUMBERS: [&str; 21] = [
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
        "twenty",
    ];
    let word = position.trim().to_lowercase();
    let number = NUMBERS.iter().position(|&number| number == word)?;
    Some(format!("`{word}`: expected a number in digits; did you mean {game} {number}?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_at_games() {
        for (word, guess) in [
            ("sprout", "did you mean sprouts?"),
            ("carm", "did you mean cram?"),
            ("kayls", "did you mean kayles?"),
            ("dawson", "did you mean dawson-chess or dawson-kayles?"),
            ("dawson_kayles", "did you mean dawson-kayles?"),
            ("0,77", "did you mean 0.77?"),
            (",77", "did you mean 0.77?"),
            ("077", "did you mean 0.77?"),
            ("0137", "did you mean 0.137?"),
        ] {
            assert_eq!(game(word), guess, "{word}");
        }
        for (word, told) in [
            ("domineering", "partizan"),
            ("chomp", "own_game"),
            ("Hackenbush", "partizan"),
            ("misere", "normal play"),
            ("xyzzy", "expected nim, cram"),
            ("77", "expected nim, cram"),
            ("é", "expected nim, cram"),
            ("", "expected nim, cram"),
        ] {
            assert!(game(word).contains(told), "{word}: {}", game(word));
        }
    }

    #[test]
    fn numbers_in_words() {
        assert!(number_in_words("sprouts", "Five").is_some_and(|line| line.contains("sprouts 5")));
        assert_eq!(number_in_words("sprouts", "abab"), None);
    }
}
