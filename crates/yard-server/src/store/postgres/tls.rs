//! TLS to the database, as its URL asks for (`sslmode`, `sslrootcert`), with the words of PostgreSQL's own programs.

use std::io;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as Encrypted;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::client::{WebPkiServerVerifier, verify_server_name};
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

/// How far the database's certificate is believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Trust {
    /// Whatever it is: the line is encrypted, but somebody in between could have made it.
    Any,
    /// Somebody we trust has signed it.
    Signed,
    /// That, and it is for the host that we asked for.
    SignedForHost,
}

/// Makes the settings of a connection.
///
/// # Errors
/// When the certificates that are trusted cannot be read.
pub(super) fn settings(trust: Trust, roots: Option<&str>) -> Result<Arc<ClientConfig>, String> {
    let provider = Arc::new(ring::default_provider());
    let known = match trust {
        Trust::Any => None,
        Trust::Signed | Trust::SignedForHost => {
            let certificates = trusted(roots)?;
            let mut roots = RootCertStore::empty();
            roots.add_parsable_certificates(certificates.iter().cloned());
            let roots = Arc::new(roots);
            let built = WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(&provider));
            let signed = built.build().map_err(|error| error.to_string())?;
            Some(Known { certificates, signed })
        }
    };
    let verifier = Verifier { known, by_host: trust == Trust::SignedForHost, provider };
    let config = ClientConfig::builder_with_provider(Arc::clone(&verifier.provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(Arc::new(config))
}

/// The certificates of a file, or those of the system.
fn trusted(file: Option<&str>) -> Result<Vec<CertificateDer<'static>>, String> {
    let found: Vec<CertificateDer<'static>> = match file {
        None | Some("system") => rustls_native_certs::load_native_certs().certs,
        Some(path) => CertificateDer::pem_file_iter(Path::new(path))
            .and_then(Iterator::collect)
            .map_err(|error| format!("sslrootcert {path} cannot be read: {error}"))?,
    };
    match found.is_empty() {
        true => Err(format!(
            "there is no certificate in {}; name a file with sslrootcert",
            file.unwrap_or("the system's store")
        )),
        false => Ok(found),
    }
}

/// Whom we trust.
#[derive(Debug)]
struct Known {
    certificates: Vec<CertificateDer<'static>>,
    signed: Arc<WebPkiServerVerifier>,
}

/// Looks at the database's certificate.
#[derive(Debug)]
struct Verifier {
    /// Those who may have signed it, if that matters.
    known: Option<Known>,
    by_host: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(known) = &self.known else {
            return Ok(ServerCertVerified::assertion());
        };
        // One that has signed itself, and lies here: the usual one of a private database.
        if known.certificates.iter().any(|own| own == end_entity) {
            if self.by_host {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        match known.signed.verify_server_cert(end_entity, intermediates, name, ocsp, now) {
            // The name is looked at last, so everything else is well.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.by_host => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        tokio_rustls::rustls::crypto::verify_tls12_signature(message, cert, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        tokio_rustls::rustls::crypto::verify_tls13_signature(message, cert, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Makes connections of the database's library encrypted ones.
#[derive(Clone)]
pub(super) struct Tls(pub(super) Arc<ClientConfig>);

/// The same for one host, which may have no name that a certificate could be for.
pub(super) struct TlsToHost {
    connector: TlsConnector,
    host: Option<ServerName<'static>>,
}

/// A connection that is being encrypted.
type Handshake<S> = Pin<Box<dyn Future<Output = io::Result<TlsLine<S>>> + Send>>;

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = TlsLine<S>;
    type TlsConnect = TlsToHost;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<TlsToHost> {
        let host = ServerName::try_from(host.to_owned()).ok();
        Ok(TlsToHost { connector: TlsConnector::from(Arc::clone(&self.0)), host })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for TlsToHost {
    type Stream = TlsLine<S>;
    type Error = io::Error;
    type Future = Handshake<S>;

    fn connect(self, stream: S) -> Handshake<S> {
        Box::pin(async move {
            let nameless = || io::Error::other("the host has no name for a certificate");
            let host = self.host.ok_or_else(nameless)?;
            self.connector.connect(host, stream).await.map(TlsLine)
        })
    }
}

/// An encrypted connection.
pub(super) struct TlsLine<S>(Encrypted<S>);

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for TlsLine<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for TlsLine<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for TlsLine<S> {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}
